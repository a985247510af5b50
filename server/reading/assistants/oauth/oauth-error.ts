/** An error as OAuth defines it: `error` is a code for programs. `message` has the sentence too, as everywhere. */
import { ApiError, type FieldError } from '../../../platform/errors.ts'

export class OAuthError extends ApiError {
  constructor(
    status: number,
    code: string,
    message: string,
    details: { cause?: unknown; fieldErrors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(status, message, { ...details, code })
  }

  override body() {
    const body = super.body()
    return { ...body, error: this.code, error_description: body.message }
  }
}

/** The same for every reason, so that an attacker does not learn which part of a guess was right. */
export const invalidGrant = () =>
  new OAuthError(400, 'invalid_grant', 'This code or token is not valid here, or no longer')
