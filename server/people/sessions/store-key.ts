/** The key under which a browser seals what it keeps of a person. Only their sessions get it. *Pure.* */
import { createHmac, hkdfSync } from 'node:crypto'

/** @returns 32 bytes in base64url; another after SECRET_KEY was changed: what was sealed before is then lost */
export function storeKeyOf(secretKey: Buffer, workspaceId: string, userId: string): string {
  const own = Buffer.from(hkdfSync('sha256', secretKey, '', 'minutebook browser stores', 32))
  return createHmac('sha256', own).update(`${workspaceId}\n${userId}`).digest('base64url')
}
