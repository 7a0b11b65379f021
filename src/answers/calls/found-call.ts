// A call that some text makes, and what it needs.
export interface FoundCall {
  call: string;
  /** The statements of the file that the call needs, one per line. */
  imports: string;
  /** The names of the product that the call uses and no import of the file provides. */
  unimported: string[];
  /** The names of the product that it calls. */
  called: string[];
}
