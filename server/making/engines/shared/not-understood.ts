/** Stands where somebody spoke, and no words were heard. *Pure.* */
export const notUnderstood = '[not understood]'
