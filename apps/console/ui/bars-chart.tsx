import type { ReactNode } from 'react';
import { useElementSize } from '@mantine/hooks';
import { Link, type LinkProps } from '@tanstack/react-router';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { countOf } from '../platform/format';
import { preferences } from '../platform/preferences';
import { useStore } from '../platform/storage/store';
import classes from './bars-chart.module.css';

const EDGE = { top: 8, right: 14, bottom: 22, left: 42 } as const;
/** Maximum number of grid lines. */
const LINES = 3;
/** A bar of one stays visible beside one of thousands. */
const LEAST_PX = 2;

export type Bar = {
  readonly key: string;
  readonly count: number;
  /** The tooltip. */
  readonly title: string;
  /** The label below; most bars have none. */
  readonly below?: string | undefined;
};

type Props = {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly heightPx: number;
  /** With the pointer only: the table beside it has buttons. */
  readonly onPick?: ((key: string) => void) | undefined;
  /** Where a bar leads to that counts something; then the picture is a group of links. */
  readonly linkOf?: ((key: string) => Pick<LinkProps, 'to' | 'search'>) | undefined;
};

/** Counts over time. The table beside it has the numbers, so screen readers get it as a picture. */
export const BarsChart = ({ label, bars, heightPx, onPick, linkOf }: Props) => {
  const { language } = useStore(preferences);
  const { ref, width } = useElementSize();
  const bottom = heightPx - EDGE.bottom;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [0, most], range: [bottom, EDGE.top], nice: LINES });
  const lines = y.ticks(LINES).filter(Number.isInteger);
  return (
    <div ref={ref} className={classes.chart}>
      <svg width={width} height={heightPx} role={linkOf ? 'group' : 'img'} aria-label={label}>
        {lines.map((line) => (
          <g key={line}>
            <line x1={EDGE.left} x2={width - EDGE.right} y1={y(line)} y2={y(line)} className={classes.line} />
            <text x={EDGE.left - 8} y={y(line)} dy="0.32em" textAnchor="end" className={classes.text}>
              {countOf(line, language)}
            </text>
          </g>
        ))}
        {bars.map((bar) => {
          const left = x(bar.key) ?? 0;
          const height = bar.count === 0 ? 0 : Math.max(LEAST_PX, bottom - y(bar.count));
          return (
            <g key={bar.key} data-picked={onPick !== undefined || undefined} onClick={() => onPick?.(bar.key)}>
              <Leading {...(bar.count > 0 && linkOf && { to: linkOf(bar.key) })} label={bar.title}>
                <rect x={left} y={EDGE.top} width={x.bandwidth()} height={bottom - EDGE.top} className={classes.place}>
                  <title>{bar.title}</title>
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
              </Leading>
              {bar.below !== undefined && (
                <text x={left + x.bandwidth() / 2} y={heightPx - 6} textAnchor="middle" className={classes.text}>
                  {bar.below}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
};

type LeadingProps = {
  readonly to?: Pick<LinkProps, 'to' | 'search'>;
  readonly label: string;
  readonly children: ReactNode;
};

const Leading = ({ to, label, children }: LeadingProps) =>
  to ? (
    <Link {...to} aria-label={label} className={classes.link}>
      {children}
    </Link>
  ) : (
    children
  );
