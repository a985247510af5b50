/** How what is recorded reaches the service: from its own pages with their session, elsewhere as `reachBy` was told. */
import { leaveToSignIn } from './left-page.ts'

export type Reach = {
  /** Before each path; empty on a page of the service. */
  origin: string
  /** Of each request. */
  headers(): Promise<Record<string, string>>
  /** The service knows the person no more. The request is answered once this resolves, if ever. */
  signedOut(): Promise<void>
}

let reach: Reach = { origin: '', headers: async () => ({}), signedOut: () => leaveToSignIn(Date.now()) }

export const reachHere = (): Reach => reach

/** To be called before anything is sent. */
export function reachBy(given: Reach): void {
  reach = given
}
