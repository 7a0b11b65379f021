// docs/architecture.md is written by hand, except for the line of each module that lists what it may import.
import { MODULES } from './boundaries.mjs';

/** The page with the import line of each module as boundaries.mjs has it. */
export function withImportLists(/** @type {string} */ page) {
  return page
    .split(/^(?=##)/m)
    .map((section, index, all) => {
      const module = MODULES[/^### (.+)\n/.exec(section)?.[1] ?? ''];
      if (module === undefined) return section;
      const text = section.replace(/^Imports: .*\n/m, '').trimEnd();
      return `${text}\n\n${importLine(module)}\n${index === all.length - 1 ? '' : '\n'}`;
    })
    .join('');
}

function importLine(/** @type {import('./boundaries.mjs').Module} */ { modules, packages }) {
  const parts = [
    modules.length > 0 ? modules.join(', ') : 'no other module',
    ...(packages.length > 0 ? [`packages ${packages.map((name) => `\`${name}\``).join(', ')}`] : []),
  ];
  return `Imports: ${parts.join('; ')}.`;
}
