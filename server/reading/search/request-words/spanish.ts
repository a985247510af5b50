/** Words that ask in Spanish, in the forms that questions have. *Pure.* */
export const spanish = `
resume resumir resumen resumid discutir discute discutió discutieron discutido discusión discusiones hablar habla habló hablaron hablado
decir dice dijo dijeron dicho dime pensar piensa pensó pensaron mencionar menciona mencionó mencionaron mencionado explicar explica
explicó describir describe describió muestra`
