// The running set-ups of a run: of the checkouts that need the same dependencies, one installs them and the others wait.

export class Installations {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Calls `install` unless `isDone`, never while another call with the same key is running. True if it was called. */
  async once(key: string, isDone: () => boolean, install: () => Promise<void>): Promise<boolean> {
    // Several callers wake in the same tick, and the first of them may have started the next installation already.
    for (let other = this.#underWay.get(key); other !== undefined; other = this.#underWay.get(key)) await other;
    if (isDone()) return false;
    // No `await` between the check and this entry: a second caller must find it.
    const own = install().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, own);
    await own;
    return true;
  }
}
