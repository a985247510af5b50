/** The part of the page's state that is in its address. *Pure.* */
export const developerTabs = ['keys', 'webhooks', 'events'] as const
export type DeveloperTab = (typeof developerTabs)[number]
