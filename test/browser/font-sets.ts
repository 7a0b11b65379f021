// Sets of fonts with different metrics, for the tests of layouts. Debian installs each family into a folder of its own.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-repository.ts';

const FOLDER = '/usr/share/fonts/truetype';
const FAMILIES = ['dejavu', 'liberation', 'noto'];

/** Two folders of fonts that include a monospaced one, or only null: the fonts of the machine. */
export const FONT_SETS: readonly (string | null)[] = findFontSets();
export const MISSING_FONTS =
  FONT_SETS.length > 1 ? null : 'no second set of fonts, on Debian `apt-get install fonts-dejavu-core fonts-liberation`';

function findFontSets(): readonly (string | null)[] {
  const complete = FAMILIES.map((family) => join(FOLDER, family)).filter(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => /Mono.*\.ttf$/.test(name)),
  );
  return complete.length > 1 ? complete.slice(0, 2) : [null];
}

/** A configuration for fontconfig in which no other fonts exist. */
export function onlyFontsIn(folder: string): string {
  const own = temporaryFolder();
  const file = join(own, 'fonts.conf');
  // Debian's rules say which of the fonts is the monospaced one.
  const rules = '<include ignore_missing="yes">/etc/fonts/conf.d</include>';
  const places = `<dir>${folder}</dir><cachedir>${own}</cachedir>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${places}${rules}</fontconfig>\n`,
  );
  return file;
}
