/** 400 words drawn from the Romanian word list of Hunspell (Rospell, by dictionary-ro 3.0.0), as people spell them. */
export const ROMANIAN_WORDS: readonly string[] = `
  abdomen abecedar ableagă acvifer admirată adoral adsorbeam aiastalaltă amatorist amimie amurgită anemocord
  angiosperm animologie anticritică antidetonant antioxigen antiumanul apăruseră ardent arestuită aspectivă
  aspersor astenofobie astereală aterogen atomizată autentificată autoanalizată așchie baleiată baricadă barită
  betatron bilocular birocrație bisăptămânal bivalență blastopor bogătan brejilor brumată brădișoară buburuz
  bâțâită băltită bărbuță băteam cabanier cafteală cailor caloian cambuzier caracudă carcinogen cardiofobie
  cartogramă catifelează cazulcă centumvirală chicinetă cibernetizată cioată citobiologie clanță clincănim cloroză
  cnemidă cocher colburoasă colcotoasă colectazie columbogramă commercială confederală confer constrict consună
  conținută corecție coropcar crenguță creozot crescândă criologie crisalidă cuielor cumpăraserăm curmară
  cutezaserăm câșiță căpitănie cărnosită cățăită decojită decurg defeminizată deferentă degajată densifigrafie
  descompletată descompus deshămăm destrămaserăm diagramă diatermie difluență diluvial displacem dizertație
  dodecafonist dopant echivocă economicoasă elicelor eminent enterologie epicard epicotil epidermă ereticală
  estetist eufonie eutimie excluziv exomfal expozițională exteriorizată externată extrădată farfurie fichtean
  fierbincioară filetă filistin flajolet flamandă florifer fotoalergie foșnet fricativ fuserăm fâsâitură
  galvanizată garoafă gelivă gențiană gorgan gratulație guițaseră gălbenatecă haidoșă helcoză hiatală hotărască
  huhură ideogenie imaginar imanentist imigrație incidență infructuoasă inseminație intestin irumpă izbucnită
  lacrimogen lampant legănară lenjereasă liminar lingavă locales loitră loționată luterană lățișor machetă
  malaiezian manufacturată maquisard maximafil meprizată mercuroasă metastructură micropsie momentan monocristal
  monoid monoplan morfologistă motelier murdărie muzician mânară mârlească mâzgilor mănaseră măricel măscară
  măscărie măsăriță nazală neambiguul nejustă nenoroc nepoțel nepoțică nesecătuită nestoterapie număraserăm
  năfrămioară năltișor obstrucțional ochelarist ocnițean oițică ondulograf ootecă opresie orelistă papetar papilor
  papirolog paralizație parenteral parlamentată participată pasteureloză patefon pavoazată paștet pedicul peliculă
  periclinală peristom permanent persistentă petrol petrolifer pictată pilorită pinten pistofon piteșteancă
  placajistă platan pluricelular polialcool poliamidă policelulară polifenol politrofie precipită prefăceam
  preobrajenie preveneam președenție primblată proctită progresivă prohod prundișor prăpastie prăsadă pseudonim
  pulsant puritan pustuloză părților rabăteam radioemisie ravieră reacție reagăță realocată reambutisată reanim
  reautoservită rebonificată rebuită rebălegată recalmată recaroiată reciupită redintegrație reextorcată
  regrecizată regurgitată reinculpă relevam relihnită repetaseră repodobită repovârnită repredicată reprezintă
  reprint reresorbită reretratată rerăzbunată resimtă retăgârțată revizionată revoiajată revrăjmășită rezmeriță
  rezătonită reîncăpușită reîndopată reînjurată reîntorn reîntraurită riboflavină roaserăm românist ruptil
  rusticizată răfuită răilor savonieră scurmaserăm scâncet semicristală semilunilor separată sfrijitură
  silicotermie sincipitală sinuzal spectacol speculată spăsenie stegar steteră steteserăm stoborăsc streler
  străvăzusem stâmpăraserăm subzonă sudorație supraverbală suscitaseră sâmbur sătișor tarelor teleormănean
  telescopează temporizată temuseră teracotist terminală tescovină tifoidă tractoristă trapist triclorură
  triumvirală triverb troienită tăricelă umbral uranian uranologie uruguayan uruială venețian verișcan vinărie
  viperină virală viridiflor virtuală vocalizată vultan văzută xenocrație zglăvoacă zulufată zvăpăiaserăm
  îmbarcată îmbrâncită încheiam îngrămădită întrebuințată întâie înviforită înșiruită înțelgem șalupar șamizată
  șansonetist șișăie șmecher ștachet șubrezeală țesălară ținută țipirig
`
  .trim()
  .split(/\s+/);
