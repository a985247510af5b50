/** The body of an answer that is not a success. */
export const failureBody = (message: string, more: object = {}) => ({ message, detail: message, ...more })
