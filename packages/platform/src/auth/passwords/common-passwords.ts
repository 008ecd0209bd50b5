/**
 * The most common local passwords. Non-letters around a word do not matter, so `Almaty2024!` equals
 * `almaty`.
 */
const commonWords = `
password passwort passw0rd p@ssword p@ssw0rd pass parol parole secret letmein welcome login admin administrator root user
guest test testing default changeme change master superman batman spiderman pokemon naruto starwars dragon monkey shadow
sunshine princess princesa football basketball baseball hockey soccer liverpool chelsea arsenal barcelona realmadrid
juventus manchester ronaldo messi jordan michael michelle jennifer jessica daniel andrew joshua charlie thomas robert
matthew ashley nicole hunter killer pepper ginger summer winter spring autumn computer internet samsung iphone android
google yandex facebook instagram youtube whatsapp telegram vkontakte odnoklassniki mailru gmail hotmail freedom whatever
nothing forever lovely loveyou iloveyou ilovegod jesus angel angels butterfly flower flowers cookie chocolate banana orange
cheese purple yellow silver golden diamond trustno trustnoone abc abcd abcde abcdef abcdefg abcdefgh aaa azerty zxcvbn
qwe qwer qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop asd asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxc zxcv
zxcvb zxcvbnm qaz qazwsx qazwsxedc wsx qweasd qweasdzxc qwaszx asdzxc qwertyasdf ytrewq poiuytrewq lkjhgfdsa mnbvcxz
gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnrfrltkf rfnz rfntymrf rjirf rjnzhf cjkysirj cjkywt kbxyjt vfhbyf vfhecz yfnfif fyfcnfcbz
fktrcfylh fktrctq cthutq lvbnhbq fylhtq fyyf jktymrf jkmuf njkcnsq ktyjxrf k.,jdm k.,bvfz k.,k.nt,z ljxtymrf vfvf vfvjxrf
vfvfgfgf gfgfvfvf gfgf ,f,eirf nfymrf bhbyf cdtnf cdtnkfyf kfgjxrf rbcrf pfqrf cjkywt hjccbz hfccdtn rfpf[cnfy fkvfns
fcnfyf flvby gjkmpjdfntkm gfhjkmyf
пароль парольпароль секрет привет здравствуй админ администратор пользователь вход войти йцукен йцукенг йцукенгш йцукенгшщзхъ
фывапр фывапролд фывапролджэ ячсмить йцу йцук йфя йфяцыч йфяцычувс любовь люблю любимая любимый люблютебя ялюблютебя яте
мама папа мамочка папочка мамапапа мамаипапа бабушка дедушка доченька сыночек семья счастье солнце солнышко зайка зайчик
котик котенок кошка собака рыбка лапочка малыш малышка принцесса королева ангел ангелочек весна лето осень зима россия
москва питер казахстан алматы алмата астана шымкент караганда актобе тараз павлодар атырау костанай семей уральск нурсултан
қазақстан қазақ құпия құпиясөз сәлем алтын жаным айналайын махаббат бақыт ата апа әке шеше балам
наташа настя анастасия елена ольга мария марина ирина светлана татьяна екатерина катя юлия оксана людмила галина валентина
александр алексей андрей дмитрий сергей максим никита виктор владимир николай михаил роман руслан евгений денис артем
айгерим айгуль динара жанар асель сауле гульнара камила мадина алия айжан нурлан ерлан азамат бауыржан данияр арман тимур
nastya natasha anastasia anastasiya elena olga maria mariya marina irina svetlana tatyana tatiana ekaterina katya julia
yulia yuliya oksana ludmila galina valentina alexandr aleksandr alexander alexey aleksey andrey dmitry dmitriy sergey sergei
maxim maksim nikita viktor viktoria victoria vladimir nikolay mikhail roman ruslan evgeny evgeniy denis artem
aigerim aygerim aigul aygul dinara zhanar asel assel aselya saule gulnara kamila madina aliya alina aizhan aidana aruzhan
ayaulym zarina zhanna samal botagoz nurlan erlan yerlan azamat bauyrzhan daniyar arman timur alibek almas askar marat
dauren sanzhar nurgul nursultan nazarbayev kairat astana astanakz almaty almatykz alma-ata almaata shymkent karaganda aktobe
taraz pavlodar atyrau kostanay semey oskemen uralsk baikonur baiterek kazakhstan kazakstan qazaqstan qazaq kazakh salem
salemetsizbe kupiya altyn zhanym janym ainalaiyn mahabbat makhabbat bakyt tenge nauryz beshbarmak kumis tulpar barys
privet lubov lyubov lublu lyublu lublutebya solnce solnyshko zaika zayka kotik kisska koshka sobaka malysh mamochka mama papa
mamapapa dochka doch semya schastie schastye vesna leto osen zima russia rossia rossiya moskva moscow piter samara spartak
zenit dinamo cska marina lapochka zvezda sekret parolparol klass krasotka ladygaga cabinet kabinet diet dieta zdorovie
zdorovye health yasnyden ясныйдень здоровье диета рассвет rassvet
`

const commonPasswords = new Set(commonWords.split(/\s+/).filter((word) => word !== ''))

const keyboardRows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  '01234567890123456789',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  '147258369',
  '123654789',
  '159357',
  '1й2ц3у4к5е6н7г8ш9щ0з',
]

/** Returns true when a password is among those that are tried first. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isPlain =
    commonPasswords.has(text) ||
    (commonPasswords.has(word) && /^\D{0,3}\d{0,8}\D{0,3}$/.test(text.replace(word, '')))
  return isPlain || isRepeated(text) || hasFewCharacters(text) || isRow(text) || isDate(text)
}

/** Returns true for repetitions of one to four characters: `aaaaaaaa`, `qweqweqwe`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text) || /^(.+)\1$/u.test(text)
}

/** Three different signs at most, each sign twice or more, or the same there and back: `11112222`, `11223344`, `abcddcba`. */
function hasFewCharacters(text: string): boolean {
  const signs = [...text]
  const runs = text.match(/(.)\1*/gsu)?.length ?? 0
  return new Set(signs).size <= 3 || runs * 2 <= signs.length || signs.toReversed().join('') === text
}

/** Keys in a row, forwards or backwards, with a part of a row once more behind it: `12345678`, `qwerty123`. */
function isRow(text: string): boolean {
  const parts = text.match(/\d+|\D+/gu) ?? []
  return [text, ...(parts.length <= 2 ? [parts] : [])].some((candidate) =>
    (typeof candidate === 'string' ? [candidate] : candidate).every(
      (part) => part.length >= 3 && isInRow(part),
    ),
  )
}

function isInRow(part: string): boolean {
  const backwards = [...part].toReversed().join('')
  return keyboardRows.some((row) => row.includes(part) || row.includes(backwards))
}

/** A birthday, as most passwords of digits alone are. */
function isDate(text: string): boolean {
  return (
    /^\d{1,2}[./-]?\d{1,2}[./-]?(19|20)\d\d$/.test(text) ||
    /^(19|20)\d\d[./-]?\d{1,2}[./-]?\d{1,2}$/.test(text)
  )
}
