"""The rules for Trema, described in Documentation/Bazel.md of Trema."""

load("//private:catalogue.bzl", _trema_catalogue = "trema_catalogue")
load("//private:check_test.bzl", _trema_check_test = "trema_check_test")
load("//private:config_check_test.bzl", _trema_config_check_test = "trema_config_check_test")
load("//private:configuration.bzl", _trema_configuration = "trema_configuration")
load("//private:prebuilt.bzl", _trema_prebuilt = "trema_prebuilt")
load(
    "//private:providers.bzl",
    _TremaCatalogueInfo = "TremaCatalogueInfo",
    _TremaConfigurationInfo = "TremaConfigurationInfo",
    _TremaResourcesInfo = "TremaResourcesInfo",
    _TremaToolchainInfo = "TremaToolchainInfo",
)
load("//private:resources.bzl", _trema_resources = "trema_resources")
load("//private:source.bzl", _trema_source = "trema_source")
load("//private:toolchain.bzl", _trema_toolchain = "trema_toolchain")

TremaCatalogueInfo = _TremaCatalogueInfo
TremaConfigurationInfo = _TremaConfigurationInfo
TremaResourcesInfo = _TremaResourcesInfo
TremaToolchainInfo = _TremaToolchainInfo
trema_catalogue = _trema_catalogue
trema_check_test = _trema_check_test
trema_config_check_test = _trema_config_check_test
trema_configuration = _trema_configuration
trema_prebuilt = _trema_prebuilt
trema_resources = _trema_resources
trema_source = _trema_source
trema_toolchain = _trema_toolchain
