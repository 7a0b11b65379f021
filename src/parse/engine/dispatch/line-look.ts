// Removed with the last parser that returns one.
export class LineLook {
  readonly fields: object;

  constructor(fields: { prefilter?: (text: string, isHeld: boolean) => boolean } & Record<string, unknown>) {
    this.fields = fields;
  }
}
export const ANY_BEYOND_ASCII = '';
