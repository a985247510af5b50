/** Why a file of the inbox is not taken. */
import { ApiError } from '../../platform/errors.ts'

/** The file was changed or removed while it was read; the next check reads it again. */
export class NotReady extends Error {}

/** An error that only people can put right. */
export const refused = (sentence: string) => new ApiError(422, sentence)
