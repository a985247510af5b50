/** Installs and removes models for an administrator, where the operator lets them (MODELS_FROM_CONSOLE). */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../people/caller/audit.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { hasOthers } from './local/models/installations.ts'
import type { ModelInstaller } from './local/models/model-installer.ts'

export type ChangeParts = Pick<Context, 'db' | 'clock' | 'settings' | 'secretKey'> & { models(): ModelInstaller }

/** @throws {ApiError} 403 without super admin, and where only the operator may, or another installation may use the folder; 404; 409; 507 */
export async function addModel({ models, ...parts }: ChangeParts, request: FastifyRequest, name: string) {
  await requireAllowed(parts, models(), request, `add ${name}`)
  await models().begin(name)
  try {
    await record(parts, request, { action: 'model.add', status: 202, details: { name } })
  } catch (error) {
    await models().cancel()
    throw error
  }
  models().work()
}

/** @throws {ApiError} 403; 409 nothing is being installed */
export async function cancelModel({ models, ...parts }: ChangeParts, request: FastifyRequest) {
  await requireAllowed(parts, models(), request, 'list')
  await models().cancel()
}

/** @throws {ApiError} 403; 404; 409 while another change is under way */
export async function removeModel({ models, ...parts }: ChangeParts, request: FastifyRequest, name: string) {
  await requireAllowed(parts, models(), request, `remove ${name}`)
  await models().remove(name)
  await record(parts, request, { action: 'model.remove', status: 204, details: { name } })
}

/** A model is of the machine, not of a workspace: nobody may change it unless the operator says so, nor for another installation. */
async function requireAllowed(
  { settings, secretKey }: Pick<ChangeParts, 'settings' | 'secretKey'>,
  { modelsDir }: ModelInstaller,
  { caller }: FastifyRequest,
  command: string,
): Promise<void> {
  requireSuperAdmin(caller)
  const typed = `the operator, who can type: npx --no minutebook models ${command}`
  if (!settings.modelsFromConsole) {
    throw new ApiError(403, `Models are changed by ${typed} (or set MODELS_FROM_CONSOLE=on)`)
  }
  if (await hasOthers(modelsDir, secretKey)) {
    throw new ApiError(403, `Another installation may use this folder of models too, so they are changed by ${typed}`)
  }
}

const record = (
  { db, clock }: Pick<ChangeParts, 'db' | 'clock'>,
  request: FastifyRequest,
  task: Parameters<typeof recordAction>[3],
) => recordAction(db, clock(), request, task)
