// Choices that follow from the seed of a run: code under test cannot know them before, and replaying repeats them.
import { hashOf } from '../../contract/index.ts';

/** Ordinary words of test names. */
const WORDS =
  'above accepts active adds after again allows amount applies array basic before below between blank bounds branch brief broad buffer builds carry chain checks class clear close column combines common compact complete count cover creates current cycle deep default delay detail digit direct double early edge eight empty entry equal error every exact extra falls false field fifth filter final finds first fixed flat float fourth front full given global grid group half handles head high holds ignores index inner input items joins keeps label large later layer leading left length letter level limit lines local longer loose lower major many matches merge middle minor mixed moves multiple name narrow nested normal number offset older option order other outer output pairs parent partial past path plain point prefix previous print quick quoted range rate reads rejects removes repeated reset result returns reverse right round sample scale second section selects sequence seven several shared short sides signed simple single size skips small solid sorted source space split stable start steps store string suffix table tail third three time token total trailing turns under unique upper usual valid value visible whole wide width within words zero'.split(
    ' ',
  );

export interface Draw {
  /** From `min` to `max`, both included. */
  number(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Three words. No two draws of one run return the same. */
  words(): string[];
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** `purpose` separates the choices of one run from each other. */
export function openDraw(seed: string, purpose: string): Draw {
  let count = 0;
  const used = new Set<string>();
  const number = (min: number, max: number) => {
    count += 1;
    return min + (Number.parseInt(hashOf({ seed, purpose, count }).slice(0, 8), 16) % (max - min + 1));
  };
  const pick = <Item>(items: readonly Item[]): Item => items[number(0, items.length - 1)] as Item;
  return {
    number,
    pick,
    words() {
      for (;;) {
        const words = [pick(WORDS), pick(WORDS), pick(WORDS)];
        const joined = words.join(' ');
        if (new Set(words).size === 3 && !used.has(joined)) {
          used.add(joined);
          return words;
        }
      }
    },
    shuffled: (items) => {
      const left = [...items];
      return items.map(() => left.splice(number(0, left.length - 1), 1)[0] as (typeof items)[number]);
    },
  };
}
