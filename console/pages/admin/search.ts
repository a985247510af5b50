/** What of the page stands in its address. *Pure.* */
export const adminTabs = ['people', 'channels', 'keys', 'notes', 'recorders', 'settings', 'audit'] as const
type AdminTab = (typeof adminTabs)[number]

export type AdminSearch = {
  tab?: AdminTab
  /** Words to find people by. */
  q?: string
  /** Of the audit log: who asked, what was done, between which days. */
  user?: string
  action?: string
  from?: string
  until?: string
}
