/** An invitation and its result. *Pure.* */
export type SignInLink = { url: string; expires_at: string }
export type Invitation = { email: string; full_name: string; admin: boolean }
/** `problem` is the service's error message if no account was created. */
export type Invited = Invitation & { link: SignInLink | null; problem: string | null }
