/** Who is invited, and what became of it. *Pure.* */
export type SignInLink = { url: string; expires_at: string }
export type Invitation = { email: string; full_name: string; admin: boolean }
/** `problem` is the sentence of the service where there is no account now that was not there before. */
export type Invited = Invitation & { link: SignInLink | null; problem: string | null }
