/** What the extension uses of Chrome's API (developer.chrome.com/docs/extensions/reference/api). */

type ChromeEvent<Args extends unknown[]> = { addListener(listener: (...args: Args) => unknown): void }
type ChromeStorage = {
  get(names: string | string[]): Promise<Record<string, unknown>>
  set(values: Record<string, unknown>): Promise<void>
  remove(names: string | string[]): Promise<void>
}
type ChromeTab = { id?: number; url?: string; title?: string; active: boolean }

declare const chrome: {
  action: {
    setBadgeText(details: { text: string; tabId?: number }): Promise<void>
    setBadgeBackgroundColor(details: { color: string }): Promise<void>
    setTitle(details: { title: string; tabId?: number }): Promise<void>
  }
  i18n: { getMessage(name: string, words?: string[]): string; getUILanguage(): string }
  identity: {
    getRedirectURL(): string
    launchWebAuthFlow(details: { url: string; interactive: boolean }): Promise<string | undefined>
  }
  offscreen: {
    createDocument(details: { url: string; reasons: string[]; justification: string }): Promise<void>
    closeDocument(): Promise<void>
    hasDocument(): Promise<boolean>
  }
  permissions: {
    request(wanted: { origins: string[] }): Promise<boolean>
    contains(wanted: { origins: string[] }): Promise<boolean>
  }
  runtime: {
    id: string
    getURL(path: string): string
    openOptionsPage(): Promise<void>
    sendMessage(message: unknown): Promise<unknown>
    onMessage: ChromeEvent<[message: unknown, sender: { id?: string; url?: string }, answer: (value: unknown) => void]>
    onStartup: ChromeEvent<[]>
    onInstalled: ChromeEvent<[details: { reason: string }]>
  }
  storage: { local: ChromeStorage; session: ChromeStorage }
  tabCapture: { getMediaStreamId(options: { targetTabId: number }): Promise<string> }
  tabs: {
    get(id: number): Promise<ChromeTab>
    query(wanted: { active?: boolean; currentWindow?: boolean }): Promise<ChromeTab[]>
    create(options: { url: string }): Promise<ChromeTab>
    onRemoved: ChromeEvent<[tabId: number]>
    onUpdated: ChromeEvent<[tabId: number, changes: { url?: string; status?: string }, tab: ChromeTab]>
  }
}
