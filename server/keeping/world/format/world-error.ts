/** An error in a world, with its path: `workspaces[0].notes[3].event: there is no event evt_9`. */
export class WorldError extends Error {
  override readonly name = 'WorldError'
  /** Empty for an error of the file as a whole. */
  readonly path: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(path ? `${path}: ${reason}` : reason, options)
    this.path = path
  }
}
