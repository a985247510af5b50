/** What a browser keeps of a sign-in while its person is at the identity provider (decision 42 on ways in). */
import { BrowserStates } from '../sessions/browser-states.ts'
import type { Begun } from './authorization-request.ts'

export type OidcState = Begun & {
  /** Where the provider sends the browser back to. */
  redirectUri: string
  returnTo: string
  /** Whether the provider was to ask the person again. */
  fresh: boolean
  /** The id of the workspace to sign in to; null if the person's address decides. */
  workspaceId: string | null
  until: number
}

export const oidcStates = new BrowserStates<OidcState>('minutebook-oidc-', 'sign-in by OIDC')
