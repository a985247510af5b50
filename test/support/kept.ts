/**
 * Keeps worlds, databases and the browser of finished tests for the next test. Only a test process does this: it runs many
 * files, and closes the rest after all of them. A file that runs alone closes everything immediately.
 */
export type Keepable = { close(): Promise<void> }

const most = 4
let isKeeping = false
/** The newest is last. */
const kept: { kind: string; thing: Keepable }[] = []
/** How often each kind was asked for. Many are asked for once only: their settings name a port. */
const asked = new Map<string, number>()

export function beginKeeping(): void {
  isKeeping = true
}

export async function endKeeping(): Promise<void> {
  isKeeping = false
  await Promise.all(kept.splice(0).map(({ thing }) => thing.close()))
}

/** @returns one of this kind, which then belongs to the caller */
export function takeKept<Thing extends Keepable>(kind: string): Thing | undefined {
  asked.set(kind, (asked.get(kind) ?? 0) + 1)
  const index = kept.findIndex((each) => each.kind === kind)
  return index < 0 ? undefined : (kept.splice(index, 1)[0]!.thing as Thing)
}

/** Keeps a thing for later use if it can be renewed; otherwise closes it. The oldest makes room, first of kinds that were asked for once. */
export async function keepOrClose(kind: string, thing: Keepable, renew: () => Promise<boolean>): Promise<void> {
  if (!isKeeping || !(await renew().catch(() => false))) return thing.close()
  kept.push({ kind, thing })
  if (kept.length <= most) return
  const oldest = kept.findIndex((each) => asked.get(each.kind) === 1)
  const [left] = kept.splice(Math.max(oldest, 0), 1)
  await left!.thing.close()
}
