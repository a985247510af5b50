/** Folds consecutive requests of acting as one person into one line. *Pure.* */

type Entry = { action: string; at: string; user_id: string; on_behalf_of: string | null; status: number | null }

/** A longer pause between requests begins a new line. */
const longestPauseMs = 600_000

/** @param entries  newest first. @returns groups in the same order; other entries are groups of one */
export function foldEntries<Each extends Entry>(entries: Each[]): [Each, ...Each[]][] {
  const groups: [Each, ...Each[]][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && isSameActing(group.at(-1)!, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** A rejected request is never folded, because it is what people look for. */
function isSameActing(later: Entry, earlier: Entry): boolean {
  const areGood = [later, earlier].every(
    ({ action, on_behalf_of, status }) => action === 'impersonate' && on_behalf_of !== null && (status ?? 200) < 400,
  )
  return (
    areGood &&
    later.user_id === earlier.user_id &&
    later.on_behalf_of === earlier.on_behalf_of &&
    Date.parse(later.at) - Date.parse(earlier.at) <= longestPauseMs
  )
}
