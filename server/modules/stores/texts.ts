/** Where the general sentence of a code would be wrong. */
export const storesTexts = {
  answeredAlready: 'La invitación ya fue respondida desde otro dispositivo.',
  nothingAnnounced: 'La tienda no está por cerrar: otra persona ya respondió o la cerró.',
};
