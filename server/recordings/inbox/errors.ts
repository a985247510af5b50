/** Why a file of the inbox is not taken. */
import { ApiError } from '../../platform/errors.ts'

/** The file was changed or taken away while it was read; a later look finds it as it is then. */
export class NotReady extends Error {}

/** An error that only people can put right. */
export const refused = (sentence: string) => new ApiError(422, sentence)
