/**
 * What one test has done with and the next one may use. Only a shard keeps: it runs many files, and closes what is left
 * when it has run all of them. A file that runs alone closes everything at once.
 */
export type Keepable = { close(): Promise<void> }

const most = 3
let isKeeping = false
/** The one that was kept last is the last one. */
const kept: { kind: string; thing: Keepable }[] = []

export function beginKeeping(): void {
  isKeeping = true
}

export async function endKeeping(): Promise<void> {
  isKeeping = false
  await Promise.all(kept.splice(0).map(({ thing }) => thing.close()))
}

/** @returns one of this kind, which is the caller's from now on */
export function takeKept<Thing extends Keepable>(kind: string): Thing | undefined {
  const index = kept.findIndex((each) => each.kind === kind)
  return index < 0 ? undefined : (kept.splice(index, 1)[0]!.thing as Thing)
}

/** Keeps a thing, if it can be made as new, for the next one who asks for its kind; otherwise closes it. */
export async function keepOrClose(kind: string, thing: Keepable, renew: () => Promise<boolean>): Promise<void> {
  if (!isKeeping || !(await renew().catch(() => false))) return thing.close()
  kept.push({ kind, thing })
  if (kept.length > most) await kept.shift()!.thing.close()
}
