import { anyOf, inOrder } from '../../languages/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

const MARK = /linguist-(?:generated|vendored)|\s-diff\b|\sbinary\b/;

/** Patterns for files that really are binary or generated. */
const RIGHTLY_MARKED = inOrder({
  start: /^\s*\S{0,200}/,
  ending: anyOf({
    image: /\.(?:png|jpe?g|gif|ico|webp|bmp)/,
    font: /\.(?:woff2?|ttf|otf|eot)/,
    document: /\.pdf/,
    archive: /\.(?:zip|gz|tar|7z|jar)/,
    media: /\.(?:mp[34]|wav|ogg)/,
    program: /\.(?:wasm|bin)/,
    database: /\.(?:db|sqlite)/,
    lockfile: /\block(?:file|b)?|[-.]lock\.\w{1,8}|\.lock/,
    builtForBrowsers: /\.min\.(?:js|css)|\.map/,
  }),
  end: /\s/,
});

export const filesMarkedGenerated: FileRule = {
  id: 'files_marked_generated',
  scope: 'file',
  title: 'Source files are marked as generated, vendored or binary.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'Lines added to `.gitattributes` with `linguist-generated`, `linguist-vendored`, `-diff` or `binary`, except for images, fonts, archives, lockfiles and other files that are rightly marked so.',
    why: 'Reviewers and tools skip such files, and Hydra does not count them as part of the diff. Hydra uses the marks of the base.',
    example: { '.gitattributes': ['+src/** linguist-generated=true'] },
    allow: 'Allow `.gitattributes` if the task adds generated files.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (!file.path.endsWith('.gitattributes')) return [];
      const lines = file.added.filter(({ text }) => MARK.test(text) && !RIGHTLY_MARKED.test(text));
      if (lines.length === 0) return [];
      const message = 'marks files as generated, vendored or binary (the base’s marks were used)';
      return [fileFinding('error', message, file.path, lines)];
    });
  },
};
