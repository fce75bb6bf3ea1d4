import i18next from 'i18next';

type Company = {
  readonly name?: string | null;
  readonly societate?: string | null;
  readonly cui: string | null;
};

/** A company's name, else its CUI; both are null once its personal data is erased. */
export const companyName = ({ name, societate, cui }: Company): string =>
  name ?? societate ?? cui ?? i18next.t('names.erased');
