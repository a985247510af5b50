/** What of the page stands in its address. *Pure.* */
export const developerTabs = ['keys', 'webhooks', 'events'] as const
export type DeveloperTab = (typeof developerTabs)[number]
