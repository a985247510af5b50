/** Passwords that people choose: stored as what a slow function makes of them, with a salt. */
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { isSameSecret } from './secrets.ts'

/** 16 MiB and some 0.2 s for each try. */
const cost: ScryptOptions = { N: 16_384, r: 8, p: 5 }
const [saltBytes, hashBytes] = [16, 32]

/** @returns the salt, and then the hash */
export async function hashPassword(password: string): Promise<Buffer> {
  const salt = randomBytes(saltBytes)
  return Buffer.concat([salt, await derive(password, salt)])
}

export async function isPassword(password: string, stored: Buffer): Promise<boolean> {
  return isSameSecret(await derive(password, stored.subarray(0, saltBytes)), stored.subarray(saltBytes))
}

/** In a thread of Node. Unicode has several forms of one letter, and a keyboard chooses among them. */
function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, cost, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
