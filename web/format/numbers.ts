// Formats numbers, durations, sizes and times.

/** One decimal, so that columns align; a dash for no score. */
export function scoreText(score: number | null): string {
  return score === null ? '–' : score.toFixed(1);
}

/** Whole numbers completely, others with eight digits, which hides floating-point noise. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}

/** With a minus sign (U+2212). A difference that rounds to zero is shown as smaller than 0.1. */
export function deltaText(points: number): string {
  if (points === 0) return '0.0';
  if (Math.abs(points) < 0.05) return points < 0 ? '> −0.1' : '< +0.1';
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

/** A distance between two totals, never negative. */
export function pointsText(points: number): string {
  if (points > 0 && points < 0.05) return 'less than 0.1 points';
  const shown = points.toFixed(1);
  return `${shown} ${shown === '1.0' ? 'point' : 'points'}`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return countText(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** In the time zone of the browser. */
export function timeText(iso: string | null): string {
  if (iso === null) return 'unknown time';
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Day, month and time, for a place that has the whole time elsewhere. */
export function shortTimeText(iso: string | null): string {
  if (iso === null) return 'unknown time';
  const month = new Date(iso).toLocaleString('en', { month: 'short' });
  const [, day, time] = /(\d\d) (.*)$/.exec(timeText(iso)) ?? [];
  return `${Number(day)} ${month} ${time}`;
}
