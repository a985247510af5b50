/** Folders that settings name: made at the start, so that nothing finds out later that they cannot be. */
import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperatorError } from './errors.ts'

/**
 * @param setting  the variable that names it
 * @throws {OperatorError} it cannot be made, or not be written to
 */
export async function requireFolder(folder: string, setting: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { message } = cause as Error
    throw new OperatorError(
      `The folder ${resolve(folder)} cannot be used (${message}): make it writable for the user who runs Minutebook, or choose another ${setting}.`,
      { cause },
    )
  }
}
