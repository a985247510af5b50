/** The part of the page's state that is in its address. *Pure.* */
export const adminTabs = [
  ...([
    'begin',
    'people',
    'channels',
    'keys',
    'notes',
    'glossary',
    'recorders',
    'settings',
    'installation',
    'audit',
  ] as const),
] as const
type AdminTab = (typeof adminTabs)[number]

export type AdminSearch = {
  tab?: AdminTab
  /** Words to find people or terms by. */
  q?: string
  /** Filters of the audit log: person, action, days. */
  user?: string
  action?: string
  from?: string
  until?: string
}

export type ChangeSearch = (change: Partial<AdminSearch>) => void
