import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useElementSize } from '@mantine/hooks';
import { MIME_TYPES } from '@dosar/contracts';
import { Unshown } from './unshown';
import type { Viewing } from './use-viewing';
import classes from './image-view.module.css';

type Props = {
  readonly bytes: ArrayBuffer;
  readonly mimeType: string;
  readonly name: string;
  readonly viewing: Viewing;
  readonly onDownload?: (() => void) | undefined;
};

/** Its address. A drawing, which could hold scripts, has one that is of no origin, and as a picture runs none. */
const useAddress = (bytes: ArrayBuffer, mimeType: string): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const blob = new Blob([bytes], { type: mimeType });
    if (mimeType === MIME_TYPES.svg) {
      const reader = new FileReader();
      reader.onload = () => setAddress(reader.result as string);
      reader.readAsDataURL(blob);
      return () => reader.abort();
    }
    const made = URL.createObjectURL(blob);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- an address has to be given back
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mimeType]);
  return address;
};

const MARGIN = 24;

/** A picture, as large as the place allows or larger, and turned. */
export const ImageView = ({ bytes, mimeType, name, viewing: { zoom, rotation }, onDownload }: Props) => {
  const { t } = useTranslation();
  const { ref, width: room, height } = useElementSize();
  const address = useAddress(bytes, mimeType);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Unshown text={t('preview.damaged')} onDownload={onDownload} />;
  const isTurned = rotation % 180 !== 0;
  const shown = size && fitted(size, { width: room - MARGIN, height: height - MARGIN }, { zoom, isTurned });
  return (
    <div ref={ref} className={classes.place}>
      <div
        className={classes.frame}
        style={
          shown ? { width: shown[isTurned ? 'height' : 'width'], height: shown[isTurned ? 'width' : 'height'] } : {}
        }
      >
        {address && (
          <img
            src={address}
            alt={name}
            className={classes.image}
            data-ready={shown !== null || undefined}
            style={{ ...shown, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              // a drawing may not say how large it is
              setSize({ width: naturalWidth || 800, height: naturalHeight || 600 })
            }
            onError={() => setBroken(true)}
            draggable={false}
          />
        )}
      </div>
    </div>
  );
};

type Size = { readonly width: number; readonly height: number };

/** Whole in the place, but not larger than it is; then so many times as large. */
const fitted = (size: Size, place: Size, { zoom, isTurned }: { readonly zoom: number; readonly isTurned: boolean }) => {
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const scale = Math.max(0.01, Math.min(place.width / width, place.height / height, 1)) * zoom;
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
};
