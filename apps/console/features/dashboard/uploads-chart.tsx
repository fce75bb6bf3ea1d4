import { useTranslation } from 'react-i18next';
import { useElementSize } from '@mantine/hooks';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import type { Dashboard } from '@dosar/contracts';
import { countOf, dayOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { CHART_PX } from './chart-size';
import classes from './uploads-chart.module.css';

const EDGE = { top: 8, right: 14, bottom: 22, left: 34 } as const;
/** So many lines at most to read a height by. */
const LINES = 3;
/** A day is written under every so many bars. */
const EVERY = 7;
/** A day with one document is still seen beside one with thousands. */
const LEAST_PX = 2;

/** A bar a day. Its numbers stand in the table beside it, so it is a picture to whoever is read to. */
export const UploadsChart = ({ days }: { readonly days: Dashboard['uploads_by_day'] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { ref, width } = useElementSize();
  const bottom = CHART_PX - EDGE.bottom;
  const most = Math.max(1, ...days.map(({ count }) => count));
  const x = scaleBand({
    domain: days.map(({ day }) => day),
    range: [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [0, most], range: [bottom, EDGE.top], nice: LINES });
  const lines = y.ticks(LINES).filter(Number.isInteger);
  return (
    <div ref={ref} className={classes.chart}>
      <svg width={width} height={CHART_PX} role="img" aria-label={t('dashboard.uploads')}>
        {lines.map((line) => (
          <g key={line}>
            <line x1={EDGE.left} x2={width - EDGE.right} y1={y(line)} y2={y(line)} className={classes.line} />
            <text x={EDGE.left - 8} y={y(line)} dy="0.32em" textAnchor="end" className={classes.text}>
              {countOf(line, language)}
            </text>
          </g>
        ))}
        {days.map(({ day, count }, at) => {
          const left = x(day) ?? 0;
          const height = count === 0 ? 0 : Math.max(LEAST_PX, bottom - y(count));
          const written = dayOf(`${day}T12:00:00Z`);
          return (
            <g key={day}>
              <rect x={left} y={EDGE.top} width={x.bandwidth()} height={bottom - EDGE.top} className={classes.day}>
                <title>{t('dashboard.uploadsOn', { day: written, shown: countOf(count, language) })}</title>
              </rect>
              {height > 0 && (
                <BarRounded
                  x={left}
                  y={bottom - height}
                  width={x.bandwidth()}
                  height={height}
                  radius={Math.min(3, height, x.bandwidth() / 2)}
                  top
                  className={classes.bar}
                />
              )}
              {(days.length - 1 - at) % EVERY === 0 && (
                <text x={left + x.bandwidth() / 2} y={CHART_PX - 6} textAnchor="middle" className={classes.text}>
                  {shortDay(day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
};

/** The day and its month, without the year: all are of the last weeks. */
const shortDay = (day: string): string => `${Number(day.slice(8))}.${day.slice(5, 7)}`;
