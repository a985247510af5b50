/** What is wrong with a world, and where: `workspaces[0].notes[3].event: there is no event evt_9`. */
export class WorldError extends Error {
  override readonly name = 'WorldError'
  /** Empty for a fault of the file as a whole. */
  readonly path: string

  constructor(path: string, fault: string, options?: ErrorOptions) {
    super(path ? `${path}: ${fault}` : fault, options)
    this.path = path
  }
}
