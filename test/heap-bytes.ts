// Measures retained memory.
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

export function heapBytes(): number {
  collectGarbage();
  return getHeapStatistics().used_heap_size;
}
