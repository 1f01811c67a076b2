package io.railhead.intent;

import io.railhead.model.intent.Login;
import io.railhead.model.intent.SecretRef;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/// `login`, `bmc` and references to secrets.
final class Logins {
    private static final Pattern USER =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@\\\\-]{0,63}\\$?");
    private static final String HOP =
            "([A-Za-z0-9_][A-Za-z0-9_.-]*@)?"
                    + "([A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9a-fA-F:.]+])(:[0-9]{1,5})?";

    private static final Pattern JUMP = Pattern.compile(HOP + "(," + HOP + ")*");

    private Logins() {}

    static boolean isUser(String text) {
        return USER.matcher(text).matches();
    }

    static boolean isJump(String text) {
        return JUMP.matcher(text).matches();
    }

    /// What one `login:` changes of the login it inherits.
    record Patch(
            Given<Located<Template>> user,
            Optional<Located<Template>> port,
            Given<Located<Template>> key,
            Given<Located<Template>> jump,
            Given<Located<Template>> knownHosts,
            Given<Located<Template>> networkNamespace,
            Optional<Boolean> sudo) {

        static final Patch NONE =
                new Patch(
                        Given.not(),
                        Optional.empty(),
                        Given.not(),
                        Given.not(),
                        Given.not(),
                        Given.not(),
                        Optional.empty());

        Login apply(Login base, Filling filling, Template.Scope scope) {
            if (this.equals(NONE)) {
                return base;
            }
            return new Login(
                    matching(user, base.user(), filling, scope, USER, "a user name", "root"),
                    port.flatMap(p -> filling.number(p, scope, 1, 65_535)).orElse(base.port()),
                    filled(key, base.identity(), filling, scope).map(filling::path),
                    matching(
                            jump,
                            base.jump(),
                            filling,
                            scope,
                            JUMP,
                            "a jump host",
                            "user@bastion or user@bastion:2222"),
                    filled(knownHosts, base.knownHosts(), filling, scope).map(filling::path),
                    filled(networkNamespace, base.networkNamespace(), filling, scope),
                    sudo.orElse(base.sudo()));
        }

        private static Optional<String> filled(
                Given<Located<Template>> given,
                Optional<String> inherited,
                Filling filling,
                Template.Scope scope) {
            return given.stated() ? given.value().flatMap(t -> filling.fill(t, scope)) : inherited;
        }

        private static Optional<String> matching(
                Given<Located<Template>> given,
                Optional<String> inherited,
                Filling filling,
                Template.Scope scope,
                Pattern pattern,
                String what,
                String example) {
            Optional<String> text = filled(given, inherited, filling, scope);
            if (given.stated() && text.isPresent() && !pattern.matcher(text.get()).matches()) {
                filling.problems.perHost(
                        given.value().orElseThrow().at(),
                        "form",
                        "\"" + Ranges.shortened(text.get()) + "\" is not " + what,
                        "write it as " + example);
                return inherited;
            }
            return text;
        }
    }

    static Patch login(Decoding in, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, "login: {user: root} or one key a line"));
        if (open.isEmpty()) {
            return Patch.NONE;
        }
        Section section = open.get();
        Patch patch =
                new Patch(
                        Given.read(section, "user", in::template),
                        section.get("port").flatMap(f -> in.integerTemplate(f, 1, 65_535)),
                        key(in, section),
                        Given.read(section, "jump", in::template),
                        Given.read(section, "known-hosts", in::template),
                        Given.read(section, "network-namespace", in::template),
                        section.get("sudo").flatMap(in::bool));
        section.forbid(
                "password",
                "machines are not logged in to by password",
                "remove it and name a private key with key:, or use the SSH agent");
        section.close();
        return patch;
    }

    /// `agent` says that no key file is used, whatever is inherited.
    private static Given<Located<Template>> key(Decoding in, Section section) {
        Given<Located<Template>> key =
                Given.read(
                        section,
                        "key",
                        f -> {
                            Optional<Located<Template>> text = in.template(f);
                            if (text.isPresent()
                                    && text.get().value().source().contains("PRIVATE KEY")) {
                                in.problems.error(
                                        f.at(),
                                        "a private key stands in the file",
                                        "write the path of the key file instead, and replace the"
                                                + " key");
                                return Optional.empty();
                            }
                            return text;
                        });
        return key.value().filter(t -> t.value().source().equals("agent")).isPresent()
                ? new Given<>(true, Optional.empty())
                : key;
    }

    /// @param user absent when the BMC's own default is to be used
    record BmcDeclared(
            Located<Template> address, Optional<String> user, Optional<SecretRef> password) {}

    static Optional<BmcDeclared> bmc(Decoding in, Filling filling, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, "bmc: {address: 10.2.0.1, user: admin}"));
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Located<Template>> address =
                section.require("address", "the BMC's address").flatMap(in::template);
        Optional<String> user = section.get("user").flatMap(in::word);
        Optional<SecretRef> password = section.get("password").flatMap(f -> secret(in, filling, f));
        section.close();
        return address.map(a -> new BmcDeclared(a, user, password));
    }

    private static final String WHERE =
            "say where it is: {env: BMC_PASSWORD}, {file: ~/.bmc-password} or agent";

    private static Optional<SecretRef> secret(Decoding in, Filling filling, Field field) {
        if (!(field.value() instanceof MappingNode)) {
            if (YamlText.text(field.value()).equals("agent")) {
                return Optional.of(new SecretRef.FromAgent());
            }
            if (Decoding.kind(field.value()).equals("a list") || Decoding.isNull(field.value())) {
                in.wrongType(field, "a reference to a secret", WHERE);
            } else {
                in.problems.error(
                        field.at(), "a password stands in the file", WHERE + ", and change it");
            }
            return Optional.empty();
        }
        Optional<Section> open = Section.open(in, field, WHERE);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<String> file = section.get("file").flatMap(in::word).map(filling::path);
        Optional<String> variable = section.get("env").flatMap(in::word);
        section.close();
        if (section.get("file").isPresent() == section.get("env").isPresent()) {
            in.problems.error(field.at(), "has to name one of file and env", WHERE);
            return Optional.empty();
        }
        if (variable.isPresent() && !variable.get().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            in.problems.error(field.at(), "env does not name an environment variable", WHERE);
            return Optional.empty();
        }
        return file.<SecretRef>map(SecretRef.FromFile::new)
                .or(() -> variable.map(SecretRef.FromEnvironment::new));
    }
}
