/** What the person or their administrator has set: which of one's own hosts have calls. */
import type { OwnHosts } from './call-of.ts'

/** Written by `npm run extension`: what an administrator has built in. */
declare const __BUILT__: { service: string | null; hosts: OwnHosts }

export const builtService = __BUILT__.service
export const builtHosts = __BUILT__.hosts

export const readHosts = async (): Promise<OwnHosts> => ({ ...builtHosts, ...(await readOwnHosts()) })

export const readOwnHosts = async (): Promise<OwnHosts> =>
  ((await chrome.storage.local.get('hosts')).hosts as OwnHosts | undefined) ?? {}

export const keepHosts = (hosts: OwnHosts): Promise<void> => chrome.storage.local.set({ hosts })
