import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { Fingerprint, KeyRound, LifeBuoy, Smartphone } from 'lucide-react';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { TwoStep as Kept } from '@dosar/contracts';
import { dayOf } from '../../platform/format';
import { Card } from '../../ui/card';
import { Message } from '../../ui/message';
import { Failed } from './failed';
import { twoStep } from './account.queries';
import { TwoStepDialog, type Doing } from './two-step.dialog';
import { useUnfinishedState } from '../../ui/forms/unfinished';
import classes from './form.module.css';

/** So few codes left are too few. */
const FEW = 3;

/** What is asked for beside the password. */
export const TwoStep = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(twoStep());
  const [doing, setDoing] = useUnfinishedState<Doing | null>('second step', null);
  return (
    <Card title={t('account.twoStep.title')} text={t('account.twoStep.text')}>
      {data ? (
        <Factors kept={data.two_step} onDo={setDoing} />
      ) : error ? (
        <Failed error={error} onAgain={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
      {doing && <TwoStepDialog doing={doing} onClose={() => setDoing(null)} />}
    </Card>
  );
};

type Props = { readonly kept: Kept; readonly onDo: (doing: Doing) => void };

const Factors = ({ kept, onDo }: Props) => {
  const { t } = useTranslation();
  const { totp, passkeys, recovery_codes_left: left, required } = kept;
  const isOn = totp || passkeys.length > 0;
  // the last one stays where the administrator asks for one
  const mustStay = required && Number(totp) + passkeys.length <= 1;
  return (
    <>
      {required && <Message tone="info">{t('account.twoStep.required')}</Message>}
      <ul className={classes.list}>
        <Totp isOn={totp} mustStay={mustStay} onDo={onDo} />
        <Passkeys passkeys={passkeys} mustStay={mustStay} onDo={onDo} />
        {isOn && <Codes left={left} onDo={onDo} />}
      </ul>
    </>
  );
};

type TotpProps = Pick<Props, 'onDo'> & { readonly isOn: boolean; readonly mustStay: boolean };

const Totp = ({ isOn, mustStay, onDo }: TotpProps) => {
  const { t } = useTranslation();
  const end = (
    <Button
      variant="default"
      size="xs"
      onClick={() => onDo({ what: 'endTotp' })}
      aria-label={t('account.twoStep.endAppLabel')}
    >
      {t('account.twoStep.end')}
    </Button>
  );
  const begin = (
    <Button size="xs" onClick={() => onDo({ what: 'totp' })} aria-label={t('account.twoStep.beginAppLabel')}>
      {t('account.twoStep.begin')}
    </Button>
  );
  return (
    <li className={classes.item}>
      <Smartphone size={22} aria-hidden="true" />
      <div className={classes.itemText}>
        <span className={classes.itemName}>
          {t('account.twoStep.app')}
          <State isOn={isOn} />
        </span>
        <p>{t('account.twoStep.appText')}</p>
      </div>
      {isOn ? !mustStay && end : begin}
    </li>
  );
};

type PasskeysProps = Pick<Props, 'onDo'> & { readonly passkeys: Kept['passkeys']; readonly mustStay: boolean };

const Passkeys = ({ passkeys, mustStay, onDo }: PasskeysProps) => {
  const { t } = useTranslation();
  return (
    <>
      <li className={classes.item}>
        <Fingerprint size={22} aria-hidden="true" />
        <div className={classes.itemText}>
          <span className={classes.itemName}>
            {t('account.twoStep.passkeys')}
            <State isOn={passkeys.length > 0} />
          </span>
          <p>{browserSupportsWebAuthn() ? t('account.twoStep.passkeysText') : t('credentials.passkeyUnknown')}</p>
        </div>
        {browserSupportsWebAuthn() && (
          <Button
            size="xs"
            variant={passkeys.length > 0 ? 'default' : 'filled'}
            onClick={() => onDo({ what: 'passkey' })}
            aria-label={t('account.twoStep.addPasskeyLabel')}
          >
            {t('account.twoStep.add')}
          </Button>
        )}
      </li>
      {passkeys.map(({ id, name, created_at }) => (
        <li key={id} className={classes.item} data-inner>
          <KeyRound size={18} aria-hidden="true" />
          <div className={classes.itemText}>
            <span className={classes.itemName}>{name}</span>
            <p>{t('account.twoStep.addedOn', { day: dayOf(created_at) })}</p>
          </div>
          {!mustStay && (
            <Button
              variant="default"
              size="xs"
              onClick={() => onDo({ what: 'removePasskey', id, name: name ?? '' })}
              aria-label={t('account.twoStep.removeLabel', { name })}
            >
              {t('account.twoStep.remove')}
            </Button>
          )}
        </li>
      ))}
    </>
  );
};

const Codes = ({ left, onDo }: Pick<Props, 'onDo'> & { readonly left: number }) => {
  const { t } = useTranslation();
  return (
    <li className={classes.item}>
      <LifeBuoy size={22} aria-hidden="true" />
      <div className={classes.itemText}>
        <span className={classes.itemName}>{t('account.twoStep.codes')}</span>
        <p>{t('account.twoStep.codesLeft', { count: left })}</p>
        {left <= FEW && <p className={classes.few}>{t('account.twoStep.codesFew')}</p>}
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={() => onDo({ what: 'codes' })}
        aria-label={t('account.twoStep.renewLabel')}
      >
        {t('account.twoStep.renew')}
      </Button>
    </li>
  );
};

const State = ({ isOn }: { readonly isOn: boolean }) => {
  const { t } = useTranslation();
  return (
    <span className={classes.badge} data-off={!isOn || undefined}>
      {isOn ? t('account.twoStep.on') : t('account.twoStep.off')}
    </span>
  );
};
