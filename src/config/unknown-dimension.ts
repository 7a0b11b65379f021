// The error for a name that is neither a dimension nor a metric.
import { type HydraError, hydraError } from '../contract/index.ts';
import { closestName } from './suggest.ts';

export function unknownDimensionError(name: string, known: readonly string[]): HydraError {
  const close = closestName(name, known);
  const listed = `Dimensions: ${known.map((id) => `\`${id}\``).join(', ')}.`;
  const suggestion = close === undefined ? listed : `Did you mean \`${close}\`?`;
  return hydraError('unknown_dimension', { dimension: name, suggestion }, { value: name });
}
