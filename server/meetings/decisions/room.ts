/** Decisions: what was decided, what replaced what, and what stands (decision 63). */
export const decisionsRoom = {}
