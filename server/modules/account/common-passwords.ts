/** The passwords that attackers try first, of the length allowed here, in lower case (docs/threats.md T5). */
const common = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 1234512345 11223344 112233445566 12341234 123454321 987654321
  9876543210 87654321 0123456789 01234567 00000000 13131313 12121212 10203040 147258369 159357456 159753456 123321123
  12344321 123456780 123456987 147852369 741852963 789456123 963852741 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc
  q1w2e3r4 q1w2e3r4t5 qwer1234 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 asdf1234
  asdfasdf asdfghjk asdfghjkl asdfghjklñ zxcvbnm1 zxcvbnm123 zaq12wsx zaq1zaq1 a1b2c3d4 a1234567 a12345678 a123456789
  abc12345 abc123456 abcd1234 abcdefgh abcdefghi aa123456 aa12345678 aaaa1111 q1234567 password password1 password12
  password123 password1234 passw0rd p@ssw0rd p@ssword contraseña contraseña1 contraseña123 contrasena contrasena1
  contrasena123 contra123 clave123 clave1234 miclave123 micontraseña iloveyou iloveyou1 teamo123 teamo1234 tequiero
  tequiero1 tequiero123 teamomucho amorcito amordemivida princesa princesa1 princess sunshine football football1 baseball
  superman superman1 batman123 pokemon1 pokemon123 starwars welcome1 welcome123 bienvenido bienvenida letmein1 trustno1
  whatever computer internet samsung1 master123 dragon123 monkey123 shadow123 charlie1 michael1 jennifer jordan23 liverpool
  chocolate chocolate1 mariposa estrella estrellita fernando alejandro alejandra sebastian valentina valentin francisco
  cristian christian santiago mauricio guadalupe veronica caballero angelito corazon1 corazones bonita123 hermosa1 argentina
  argentina1 argentina123 argentina10 paraguay paraguay1 asuncion buenosaires bocajuniors boca1905 bocaboca riverplate
  river1901 riverriver racing1903 sanlorenzo independiente huracan1 cerroporteño cerroporteno olimpia1902 maradona
  maradona10 diego1986 messi1010 messi10messi campeones restaurante restaurant pizzeria rotiseria cocina123 admin123
  admin1234 administrador administrator usuario1 usuario123 cambiame cambiame1 changeme secreto1 secreto123 jesus123
  jesucristo jesusteamo diosteama diosesamor diosmio123 gracias123 familia1 familia123 mascotas matematica naranja1
  computadora elefante cualquiera`.split(/\s+/),
);

/** One repeated character, or a run such as 'abcdefghij' or '23456789'. */
function isRun(text: string): boolean {
  const points = Array.from(text, (c) => c.codePointAt(0) ?? 0);
  const [first = 0, second = 0] = points;
  const step = second - first;
  return Math.abs(step) <= 1 && points.every((p, i) => p === first + i * step);
}

/** True for a password that an attacker guesses within the first tries, however long it is (docs/threats.md T5). */
export function isCommonPassword(password: string, email: string | null = null): boolean {
  const text = password.toLowerCase();
  const name = email?.split('@', 1)[0] ?? '';
  return common.has(text) || isRun(text) || text === email || text === name;
}
