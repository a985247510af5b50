/** Why a passkey proves nothing, as a sentence for its person; the audit log has it too (decision 70). *Pure.* */
export class PasskeyRefused extends Error {}
