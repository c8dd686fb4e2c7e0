/** Code pages of receipt printers: the characters of the bytes 80 to FF; '\0' where we print none. */
const highHalves = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\0±‗¾\0\0÷¸°¨·¹³²■\0',
  cp858:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\0±‗¾\0\0÷¸°¨·¹³²■\0',
  windows1252:
    '€\0\0ƒ\0\0†‡ˆ‰Š\0Œ\0Ž\0\0\0\0\0\0\0\0\0˜\0š\0œ\0žŸ\0¡¢£¤¥¦§¨©ª«¬\0®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
} as const;

export type CodePage = keyof typeof highHalves;

/** The byte after ESC t that selects the page on Epson, Xprinter, Bixolon and POS printers. */
export const pageNumbers: Readonly<Record<CodePage, number>> = { cp850: 0x02, windows1252: 0x10, cp858: 0x13 };

/** The character of a byte from 20 on; null: we never print it. */
export function characterOf(byte: number, page: CodePage): string | null {
  if (byte < 0x7f) return byte < 0x20 ? null : String.fromCharCode(byte);
  const character = highHalves[page][byte - 0x80];
  return character === undefined || character === '\0' ? null : character;
}

const hasCharacter = (character: string, page: CodePage): boolean =>
  /^[ -~]$/.test(character) || (character !== '\0' && highHalves[page].includes(character));

/** What people type and no code page has, or has where the encoder writes another byte. */
const nearest: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
  '•': '*',
  '›': '>',
  '‹': '<',
  '→': '->',
  '←': '<-',
  '⁄': '/',
  '₲': 'Gs.',
  '€': 'EUR',
  '₱': '$',
  œ: 'oe',
  Œ: 'OE',
  '§': 'S.',
};

/**
 * A text as one line of characters that the page has, each one byte: what the page lacks becomes the nearest that it has
 * (g̃ -> g, ’ -> '), and what has none, such as emoji, is left out. So the encoder never writes a «?» of its own, and no
 * text carries a command (threats: control characters are dropped).
 */
export function cleanForPaper(text: string, page: CodePage): string {
  let clean = '';
  for (const character of text.normalize('NFC')) {
    if (/\s/.test(character)) clean += ' ';
    else if (hasCharacter(character, page)) clean += character;
    else clean += nearest[character] ?? lettersOf(character, page);
  }
  return clean.replace(/ {2,}/g, ' ').trim();
}

/** The letters below the accents, or inside a ligature or a styled letter. */
const lettersOf = (character: string, page: CodePage): string =>
  Array.from(character.normalize('NFKD'))
    .filter((part) => hasCharacter(part, page))
    .join('');
