/** Deeds of one name take turns within this process. Whoever waits holds nothing meanwhile, no database connection either. */

const last = new Map<string, Promise<unknown>>()

/** Does the deed once every earlier one of that name has ended, however it ended. */
export async function inTurn<Result>(name: string, deed: () => Promise<Result>): Promise<Result> {
  const turn = Promise.resolve(last.get(name)).then(deed, deed)
  last.set(name, turn)
  try {
    return await turn
  } finally {
    if (last.get(name) === turn) last.delete(name)
  }
}
